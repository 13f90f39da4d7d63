// The minimum group of a tenant that has stored none.
import { settings } from '../../src/platform/settings/settings.ts';

export const minimumGroup = settings.minimumGroup.default;
