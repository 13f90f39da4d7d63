// Ends the e-mails of a type by the link in each of them, without a token: by one click (RFC 8058), or on a page.
import Router from '@koa/router';
import type { Context } from 'koa';
import { fail } from '../../platform/errors.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { channels } from './channels.ts';
import { emailChannel } from './channels/email.ts';
import { isNotificationType, isOff, toChoice, type Preferences, type StoredPreferences } from './preferences.ts';
import { getDefinition, isSecurityNotice, type NotificationType } from './registry.ts';
import { frames } from './frames.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { unsubscribePath, type MailChoice, type UnsubscribeLinks } from '../../platform/secrets/unsubscribe-links.ts';

type Services = { unsubscribeLinks: UnsubscribeLinks; graph: GraphClient };
type Choice = MailChoice & { type: NotificationType };

/**
 * Creates the routes of `/v1/unsubscribe/{link}`. POST ends the e-mails; what is in the app stays. GET shows a page with a
 * button alone, since mail programs and their scanners open links.
 */
export function createUnsubscribeRoutes({ unsubscribeLinks: links, graph }: Services): Router {
  const router = new Router();
  const open = ({ params }: Context & { params: Record<string, string> }): Choice => {
    const choice = links.open(params['link'] ?? '');
    if (!choice || !isNotificationType(choice.type) || isSecurityNotice(choice.type))
      return fail('FORBIDDEN', 'This link was not made by this service.');
    return { ...choice, type: choice.type };
  };
  router.get(`${unsubscribePath}/:link`, (ctx) => {
    const { type, language } = open(ctx);
    const { page } = frames[language];
    ctx.body = formatPage(language, page.reason(getDefinition(type).texts[language].because), page.button);
  });
  router.post(`${unsubscribePath}/:link`, async (ctx) => {
    const choice = open(ctx);
    await endMails(graph, choice);
    ctx.body = formatPage(choice.language, frames[choice.language].page.done);
  });
  return router;
}

/** Takes the e-mail channel from a type. Does nothing for somebody who has left, who gets none. */
async function endMails(client: GraphClient, { tenantId, userId, type }: Choice): Promise<void> {
  await client.bind({ tenantId, userId }).atomically(async (graph) => {
    if (!(await graph.write('access/lock_caller'))) return;
    const { channels: stored, tenant } = await graph.one<StoredPreferences>('notifications/preferences');
    const chosen = stored ? (JSON.parse(stored) as Preferences) : {};
    const before = chosen[type];
    const kept = channels.filter(
      (channel) => channel !== emailChannel && (before === undefined || !isOff(channel, before)),
    );
    const choice = toChoice(
      channels,
      kept.map(({ id }) => id),
      before,
      tenant ?? {},
    );
    await graph.write('notifications/set_preferences', {
      channels: JSON.stringify({ ...chosen, [type]: choice }),
      languages: [],
    });
  });
}

/** The texts are this service's own. */
function formatPage(language: Language, text: string, button = ''): string {
  const { title } = frames[language].page;
  return `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><main style="font:1.1rem system-ui;max-width:30rem;margin:3rem auto;padding:0 1rem">
<h1 style="font-size:1.3rem">${title}</h1><p>${text}</p>${button && `<form method="post"><button>${button}</button></form>`}</main></html>`;
}
