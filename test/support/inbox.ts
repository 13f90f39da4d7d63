// The local SES inbox of the tests: what has arrived can be read as it was sent.
import { before } from 'mocha';
import { getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';
import { startMailbox } from '../../scripts/stack/mailbox.ts';

/** A mail as the inbox keeps it. */
export type Received = {
  messageId: string;
  from: string;
  destination: { to: string[]; cc: string[]; bcc: string[] };
  subject: string;
  body: { text?: string; html?: string };
  headers: { name: string; value: string }[];
};

export type Inbox = {
  url: string;
  /** The mails that carry this notification's id, in the order they came. */
  mails(notificationId: string): Promise<Received[]>;
  /** The whole mail, as a mail server would pass it on. */
  raw(messageId: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts it in this process; inboxes of one process share what they keep. */
export async function inbox(): Promise<Inbox> {
  const { url, stop } = await startMailbox();
  return {
    url,
    close: stop,
    async raw(messageId) {
      const answer = await fetch(`${url}/get-emlContent?messageId=${messageId}`);
      const { body } = (await answer.json()) as { body: { data: number[] } };
      return Buffer.from(body.data).toString();
    },
    // Read from the memory of this process: all mails over HTTP each time took more of a file's time than what it tests.
    mails(notificationId) {
      const isIt = ({ name, value }: { name: string; value: string }) =>
        name === 'X-Notification-Id' && value === notificationId;
      const emails = getStoreReadonly().emails as unknown as Received[];
      return Promise.resolve(structuredClone(emails.filter(({ headers }) => (headers ?? []).some(isIt))));
    },
  };
}

/** The inbox of the tests of a file or block, closed after all hooks that the file declares. */
export function sharedInbox(): Inbox {
  const opened = {} as Inbox;
  before(async function () {
    Object.assign(opened, await inbox());
    this.test?.parent?.afterAll(() => opened.close());
  });
  return opened;
}
