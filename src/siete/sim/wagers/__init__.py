"""Side wagers that the simulator plays by tables of their own, one file each; the kernel's own wagers are not here."""
