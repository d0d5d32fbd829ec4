-- A first start begins with the example board.
select private.add_example_board();
