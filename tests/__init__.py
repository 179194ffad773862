"""Tests of Farhaven: by clause of the rules, for every title alike, and by recorded games."""
