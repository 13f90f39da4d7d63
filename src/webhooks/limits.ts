// The limits of webhooks.

/** How many webhooks a tenant may have. */
export const maxWebhooks = 20;
/** How many secrets before the current one sign, each for a day after it was replaced. */
export const maxPreviousSecrets = 5;
/** While so many deliveries wait, a webhook takes no more from the change log, and requests queue no more. */
export const maxPending = 500;
