"""`python -m ttrkit`: the command line, where the command `ttrkit` is not on the path."""

from ttrkit.cli import main

if __name__ == "__main__":
    main()
