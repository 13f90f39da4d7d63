// The record in the application. `notifications/deliver` stores it, so that nothing is left to send.
import { defineChannel } from './define-channel.ts';

export const inAppChannel = defineChannel({
  id: 'in_app',
  title: 'app',
  isOffUnlessListed: true,
  isOn: () => true,
  outside: null,
});
