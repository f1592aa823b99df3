"""The PAR sheet: its figures and appendix, as a page and as a workbook, and the house's signature under it."""
