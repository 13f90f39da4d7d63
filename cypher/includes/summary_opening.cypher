// Map: the beginnings of the rich text of `summary`, and of the first other text that is not blank. Expects `summary`.
{
  rich: left(summary.proud, 1000),
  plain: left([text IN [summary.obstacles, summary.learned, summary.important] WHERE trim(text) <> ''][0], 1000)
}
