// What a second admin decides, and what is told of a change of somebody's sign-in.
export const approvalKinds = ['role', 'deputy', 'move', 'plan_approval', 'sign_in'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The keys by which an identity provider knows a person, and whether a subject of one was unbound or bound. */
export const keyChanges = ['email', 'userName', 'externalId', 'unbound', 'bound'] as const;
export type KeyChangeName = (typeof keyChanges)[number];
