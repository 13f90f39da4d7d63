// The page of what each release changed for clients, and of what is deprecated.
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { sayDeprecation } from '../../platform/schema/deprecation.ts';
import { releases } from './releases.ts';

const format = (text: string): string => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The calls that go away, each at the place to which its header Link leads. */
function listDeprecated(endpoints: readonly Endpoint[]): string {
  const items = endpoints.flatMap(({ deprecated, method, path, operationId }) =>
    deprecated ? `<li id="${operationId}">${format(`\`${method} ${path}\`: ${sayDeprecation(deprecated)}`)}</li>` : [],
  );
  return items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>Nothing is deprecated today.</p>';
}

/** The content of /docs/changes, where these endpoints are served. */
export const writeReleases = (endpoints: readonly Endpoint[]): string => `<h1>Changes</h1>
<p>What each release changed for clients. Fields, error codes, statuses, types of changes and of notifications, and other values that
the document lists in words are added at any time: ignore what you do not know. The version of this service is in <code>/readyz</code>.</p>
${releases
  .map(
    ({ version, changes }) =>
      `<h2>${version}</h2>\n<ul>${changes.map((one) => `<li>${format(one)}</li>`).join('\n')}</ul>`,
  )
  .join('\n')}
<h2>Deprecated</h2>
<p>A call that goes away has the headers <code>Deprecation</code> (RFC 9745), <code>Sunset</code> (RFC 8594) and <code>Link</code> in each answer. The
document marks it, and fields that go away, as deprecated.</p>
${listDeprecated(endpoints)}`;
