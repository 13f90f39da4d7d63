// The links in e-mails that end them: the same for the services and the workers of the tests.
import { createUnsubscribeLinks } from '../../src/platform/secrets/unsubscribe-links.ts';

export const publicUrl = 'http://api.test';
export const unsubscribeLinks = createUnsubscribeLinks(['the key of the links in e-mails of tests'], publicUrl);
