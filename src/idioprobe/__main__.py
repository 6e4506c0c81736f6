"""`python -m idioprobe`."""

from idioprobe.cli import main

if __name__ == "__main__":
    main()
