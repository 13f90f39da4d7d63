// Where the web app is for the people of a tenant.

/** Where the web app of this service is. */
export const webPath = '/app';

/** The address of a web app for a tenant: `{slug}` in it stands for the tenant. */
export const toWebBase = (webUrl: string, slug: string): string =>
  webUrl.replaceAll('{slug}', () => encodeURIComponent(slug));
