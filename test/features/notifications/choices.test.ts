// What a stored choice of channels means: the same, whatever channels were added since, or come and go in the tenant.
import { expect } from 'chai';
import { channels } from '../../../src/features/notifications/channels.ts';
import type { ChannelDefinition } from '../../../src/features/notifications/channels/define-channel.ts';
import { isOff, toChoice, type Choice } from '../../../src/features/notifications/preferences.ts';

const oldest: ChannelDefinition[] = channels.filter((channel) => 'isOffUnlessListed' in channel);
/** A channel that is a default where the tenant has an address for it. */
const later = (id: string): ChannelDefinition => ({
  id,
  title: id,
  isOn: ({ addressedChannels }) => addressedChannels?.includes(id) ?? false,
  outside: null,
});
const pager = later('pager');
const radio = later('radio');
const all = [...oldest, pager, radio];
const idsOf = (some: readonly ChannelDefinition[]): string[] => some.map(({ id }) => id);
const listSubsets = <Item>([first, ...others]: readonly Item[]): Item[][] =>
  first === undefined ? [[]] : listSubsets(others).flatMap((some) => [some, [first, ...some]]);
const listOn = (choice: Choice): string[] => idsOf(all.filter((channel) => !isOff(channel, choice)));

describe('a stored choice of channels', () => {
  it('of the release before has the channels that it lists, and leaves later ones to the default', () => {
    for (const stored of listSubsets(idsOf(oldest)))
      expect(listOn(stored), stored.join()).to.have.members([...stored, 'pager', 'radio']);
  });

  it('says of each channel that could be chosen what was chosen, and nothing of those that came later', () => {
    for (const known of listSubsets([pager, radio])) {
      for (const addressedChannels of listSubsets(idsOf(known))) {
        const tenant = { addressedChannels };
        const there = [...oldest, ...known];
        const defaults = idsOf(there.filter((channel) => channel.isOn(tenant)));
        for (const listed of listSubsets(defaults)) {
          const choice = toChoice(there, listed, undefined, tenant);
          const unsaid = idsOf(all).filter((id) => !defaults.includes(id));
          expect(listOn(choice), JSON.stringify({ defaults, listed })).to.have.members([...listed, ...unsaid]);
        }
      }
    }
  });

  it('keeps what an earlier one said of a channel that is no default meanwhile', () => {
    for (const before of listSubsets(idsOf(all))) {
      const first = toChoice(all, before, undefined, { addressedChannels: ['pager', 'radio'] });
      for (const listed of listSubsets(idsOf([...oldest, pager]))) {
        const second = toChoice(all, listed, first, { addressedChannels: ['pager'] });
        const kept = before.filter((id) => id === 'radio');
        expect(listOn(second), JSON.stringify({ before, listed })).to.have.members([...listed, ...kept]);
      }
    }
  });

  it('is stored as the release before reads it: its channels are listed', () => {
    for (const listed of listSubsets(idsOf(oldest))) {
      expect(toChoice(oldest, listed, undefined, {})).to.have.members(listed);
      const choice = toChoice(all, listed, undefined, { addressedChannels: ['radio'] });
      expect(choice.filter((word) => idsOf(oldest).includes(word))).to.have.members(listed);
    }
  });
});
