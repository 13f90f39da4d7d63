// What a notification type must say of itself: definitions that must not compile.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import {
  defineNotification,
  type NotificationDefinition,
} from '../../../src/platform/notifications/define-notification.ts';
import { notificationTypes, type NotificationType } from '../../../src/features/notifications/registry.ts';

const types = Object.keys(notificationTypes) as NotificationType[];

describe('a notification type', () => {
  const parts = {
    description: 'Tells a person about something.',
    when: 'Something happens.',
    readers: { themself: 'the person' },
    payload: Type.Object({ name: Type.String() }),
    example: { name: 'Ines Caldeira' },
  };
  const texts = {
    because: 'it happened',
    action: 'Open',
    subject: ({ name }: { name: string }) => name,
    body: ({ name }: { name: string }) => [name],
  };

  it('does not compile without the texts of each language, nor with texts or an example of another payload', () => {
    const whole = defineNotification({ ...parts, texts: { en: texts, de: texts } });
    expect(Object.keys(whole.texts)).to.have.members([...languages]);
    const faults: (() => NotificationDefinition)[] = [
      // @ts-expect-error no German
      () => defineNotification({ ...parts, texts: { en: texts } }),
      // @ts-expect-error no subject in English
      () => defineNotification({ ...parts, texts: { en: { ...texts, subject: undefined }, de: texts } }),
      // @ts-expect-error no text at all
      () => defineNotification(parts),
      // @ts-expect-error nobody is told
      () => defineNotification({ ...parts, readers: {}, texts: { en: texts, de: texts } }),
      // @ts-expect-error an example without what the payload requires
      () => defineNotification({ ...parts, example: {}, texts: { en: texts, de: texts } }),
      () =>
        defineNotification({
          ...parts,
          // @ts-expect-error a text about what the payload does not have
          texts: { en: texts, de: { ...texts, subject: ({ title }: { title: string }) => title } },
        }),
      () =>
        defineNotification({
          ...parts,
          // @ts-expect-error content of another payload
          content: () => ({ payload: { title: '' }, aboutIds: [] }),
          texts: { en: texts, de: texts },
        }),
    ];
    expect(faults).to.have.length(7);
  });

  it('is a name of its own in one feature', async () => {
    const root = path.join(projectFolder, 'src/features');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\bnotifications\.ts$/.test(file),
    );
    const features = await Promise.all(
      files.map((file) => import(pathToFileURL(path.join(root, file)).href) as Promise<Record<string, object>>),
    );
    const names = features.flatMap((feature) => Object.values(feature)).flatMap((defined) => Object.keys(defined));
    expect(names.sort()).to.deep.equal([...types].sort());
  });
});
