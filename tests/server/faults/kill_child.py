"""The program of `killed_server`: `python -m tests.server.faults.kill_child PORT DATA DATABASE POINT COUNT CONTROL`.

It imports nothing else: the server's workers import the main module again, each of them.
"""

if __name__ == "__main__":
    from tests.server.faults.killed_server import main

    main()
