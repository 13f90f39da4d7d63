// The settings of the stack over a restart.
import { expect } from 'chai';
import { pickSettings, withSettings } from '../../scripts/stack/settings.ts';

describe('the settings of the stack', () => {
  it('are those it was started with, whatever the shell has that restarts it', () => {
    const settings = pickSettings({
      PATH: '/bin',
      ERASURE_LOG: '/mnt/e.jsonl',
      FILE_LINK_KEY: 'k',
      MAILBOX_PORT: '8005',
    });
    expect(settings).to.deep.equal({ ERASURE_LOG: '/mnt/e.jsonl', FILE_LINK_KEY: 'k', MAILBOX_PORT: '8005' });
    const shell = { PATH: '/usr/bin', ERASURE_LOG: '/tmp/other.jsonl', FILES_BUCKET: 'other' };
    expect(withSettings(shell, settings)).to.deep.equal({ PATH: '/usr/bin', ...settings });
  });
});
