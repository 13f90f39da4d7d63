// The words of English, American and British: with them the parser sees what a font or a program made of some words.
import american from 'dictionary-en';
import british from 'dictionary-en-gb';
import nspell from 'nspell';

/**
 * Words of work and of Jung's types that neither dictionary has, and parts of compounds that are words only behind a hyphen. The
 * letters behind a slash are the endings of the American dictionary: S plural, D past, G -ing, R -er, Y -ly, P -ness.
 */
const modern = `
  action/SDG actionable/Y adaptively adhoc ambivert/S blindspot/S bootcamp/S catchup/S chatbot/S checkbox/S coachable cofacilitate/SDG cofounder/S cohost/SDG
  cowork/SGR crowdfund/SDG crowdsource/SDG cybersecurity dataset/S destress/SDG deprioritise/SDG deprioritize/SDG diarise/SDG diarize/SDG
  empath/S extravert/SD extraversion facilitative/Y fintech/S flipchart/S gamify/SDG gatekeep/SGR groupthink helpdesk/S homeschool/SDG
  hotdesk/SDG hyperfocus/D ideate/SDG ideation/S impactful/Y incentivise/SDG incentivize/SDG inclusivity introversion kanban
  leaderboard/S learnings longlist/SDG mentee/S microaggression/S microlearning minuted multitask/SDGR neurodiverse neurodiversity
  neurodivergent neurotypical nitpicky offboard/SDG onboard/SDG outcompete/SDG overachieve/SDGR overanalyse/SDG overanalyze/SDG
  overcommit/S overcommitted overcommitting overcommitment/S overcommunicate/SDG overdeliver/SDG overexplain/SDG overpromise/SDG
  oversimplify/SDG overthink/SGR perceiver/S preconscious/Y prework prioritisation/S prioritization/S proactivity psychometric/S
  pushback/S quickfire recalibrate/SDG reframe/SDG reprioritise/SDG reprioritize/SDG reskill/SDG roadmap/S roadmapping scalable scattergun
  screenshare/SDG sensemaking showstopper/S silo/SDG siloed smalltalk soundbite/S standup/S strategise/SDG strategize/SDG
  takeaway/S teambuilding teamwork timebox/SDG timeframe/S touchpoint/S underdeliver/SDG unlearn/SDG unmute/SDG upskill/SDG
  videoconference/SDG walkthrough/S wellbeing whiteboard/SDG wordsmith/SDG workaround/S workshop/SDG workstream/S
  DevOps GitHub Kanban LinkedIn PowerPoint Scrum SharePoint YouTube
  handed hearted headed minded mannered natured spoken tempered thinking vis laissez faire carte ok
`
  .trim()
  .split(/\s+/);

const sources = [
  { aff: american.aff, dic: Buffer.concat([american.dic, Buffer.from(`\n${modern.join('\n')}\n`)]) },
  british,
];
const dictionaries = sources.map(({ aff, dic }) => nspell(Buffer.from(aff), Buffer.from(dic)));
const known = new Map<string, boolean>();

/** Whether a word is English, as it is written or in lower case. Accents do not matter: neither dictionary has "naïve". */
export function isWord(word: string): boolean {
  let answer = known.get(word);
  if (answer === undefined) {
    const plain = word
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .replace('æ', 'ae')
      .replace('œ', 'oe');
    const forms = new Set([word, word.toLowerCase(), plain, plain.toLowerCase()]);
    answer = dictionaries.some((dictionary) => [...forms].some((form) => dictionary.correct(form)));
    known.set(word, answer);
  }
  return answer;
}
