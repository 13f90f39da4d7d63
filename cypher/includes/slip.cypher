// slip(): duration, a move that is undone within it was a slip, and nobody is told of either. A hand-over is announced that
// much later.
duration('PT5M')
