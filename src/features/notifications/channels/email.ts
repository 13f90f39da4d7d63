// The e-mail, by Amazon SES. Only an attempt of unknown result can lead to a second e-mail: without a clear answer of SES, or
// where the process ends between the answer and its record.
import type { Mail } from '../../../platform/email/ses.ts';
import { isSecurityNotice } from '../registry.ts';
import { renderMail } from '../render.ts';
import { defineChannel } from './define-channel.ts';

export const emailChannel = defineChannel({
  id: 'email',
  title: 'e-mail',
  isOffUnlessListed: true,
  isOn: () => true,
  outside: {
    queue: 'emails',
    address: ({ email, isStopped }) => (isStopped ? null : email),
    render(message, to, { unsubscribeLinks }): Mail {
      const { notificationId, tenantId, type, language, link, recipient } = message;
      const unsubscribeUrl = isSecurityNotice(type)
        ? null
        : unsubscribeLinks.create({ tenantId, userId: recipient.id, type, language });
      const payload = { ...message.payload, ...(message.averages && { averages: message.averages }) };
      const content = renderMail({ ...message, payload }, { name: recipient.name, link, unsubscribeUrl });
      return { to, toName: recipient.name, ...content, notificationId, unsubscribeUrl };
    },
    send: (mail: Mail, { mailer }, signal) => mailer.send(mail, signal),
    // A refusal is final. Every other failure, including an uncertain one, is retried with the same X-Notification-Id.
    // Waiting for the rate limit costs no attempt, nor does a shutdown meanwhile.
    afterwards(delivery, { metrics }) {
      metrics.email(delivery.outcome);
      if (delivery.outcome === 'stopped') return { done: 'stopped' };
      if (delivery.outcome === 'sent') return { done: 'sent', messageId: delivery.messageId };
      const { outcome, reason } = delivery;
      if (outcome === 'refused') return { fail: reason };
      const isUnsent = reason === 'OwnPace' || (outcome === 'unavailable' && reason === 'Aborted');
      return isUnsent ? { defer: reason } : { retry: reason };
    },
  },
});
