// The settings of the stack over a restart.
import { expect } from 'chai';
import { findHealthAddress, pickSettings, withSettings } from '../../scripts/stack/settings.ts';

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

  it('say where health checks are answered', () => {
    const api = 'http://127.0.0.1:3000/v1';
    expect(findHealthAddress(api, {})).to.equal('http://127.0.0.1:3000');
    expect(findHealthAddress(api, { HEALTH_PORT: '3002' })).to.equal('http://127.0.0.1:3002');
  });
});
