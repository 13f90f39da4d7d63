// Trees of people: who stands below whom.

/**
 * Puts each node among the reports of its manager, in the order given, and returns those whose manager is not among them.
 * Who is in or below a cycle is below none of these.
 */
export function buildTree<Node extends { reports: Node[] }>(
  people: readonly (readonly [id: string, managerId: string | null | undefined, node: Node])[],
): Node[] {
  const nodes = new Map(people.map(([id, , node]) => [id, node]));
  const top: Node[] = [];
  for (const [, managerId, node] of people) (nodes.get(managerId ?? '')?.reports ?? top).push(node);
  return top;
}
