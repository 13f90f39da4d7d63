// By what an identity provider knows a person, and what can happen to it.

/** The keys of a person, and whether a subject of an identity provider was unbound from them or bound again. */
export const keyChanges = ['email', 'userName', 'externalId', 'unbound', 'bound'] as const;
export type KeyChangeName = (typeof keyChanges)[number];
