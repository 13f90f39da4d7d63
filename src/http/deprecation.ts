// Announces that an endpoint is deprecated: Deprecation (RFC 9745), Sunset (RFC 8594) and their place in OpenAPI.

/** Days, `YYYY-MM-DD`, that begin at 00:00 UTC: since when clients should move on, and when the endpoint goes away. */
export type Deprecation = { since: string; sunset?: string };

/** The headers of every response of a deprecated endpoint. */
export function buildDeprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
  };
}

/** The same headers for OpenAPI. */
export function describeDeprecationHeaders({ sunset }: Deprecation): Record<string, object> {
  return {
    Deprecation: { description: 'Since when the operation is deprecated (RFC 9745)', schema: { type: 'string' } },
    ...(sunset !== undefined && {
      Sunset: { description: 'When the operation goes away (RFC 8594)', schema: { type: 'string' } },
    }),
  };
}
