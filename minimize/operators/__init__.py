"""Operations on one value: cut, generalise, coarsen, neutralise, stand in. Each is a plain function of the value and packaged words.

Must not be in here: which place gets which operation (`analyze`), schemas beyond one place, edits of the arguments (`rewrite`).
"""
