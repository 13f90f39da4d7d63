// Loaded before the worker (`node --import`), makes it one of an older release: it does not know announcements.
import { notificationTypes } from '../../src/features/notifications/registry.ts';

delete (notificationTypes as Partial<typeof notificationTypes>).announcement;
