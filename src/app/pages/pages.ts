// The pages about what the features serve: the screens of a front end, clients, and what each release changed.
import { changesPath } from '../../platform/http/declaration/deprecation.ts';
import type { TextPage } from '../../platform/http/openapi/docs.ts';
import type { Section } from '../../platform/http/openapi/openapi.ts';
import { assistantsContent } from './assistants.ts';
import { clientsContent } from './clients.ts';
import { writeReleases } from './changes.ts';
import { screensContent } from './screens.ts';

/** @param sections what is served */
export const writePages = (sections: readonly Section[]): readonly TextPage[] => [
  { path: '/docs/screens', title: 'Screens', content: screensContent },
  { path: '/docs/clients', title: 'Clients', content: clientsContent },
  { path: '/docs/assistants', title: 'Assistants', content: assistantsContent },
  {
    path: changesPath,
    title: 'Changes',
    content: writeReleases(sections.flatMap(({ endpoints }) => endpoints)),
  },
];
