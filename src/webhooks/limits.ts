// How many webhooks a tenant may have.
export const maxWebhooks = 20;
