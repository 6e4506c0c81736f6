"""What people say of expressions: their annotations, checked, and the ratings that follow from them."""
