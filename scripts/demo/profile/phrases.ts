// What profiles of invented people say: beginnings and ends that fit together, so that hardly two profiles are alike.

export type Phrases = { starts: readonly string[]; ends: readonly string[] };

const occasions = [
  '',
  '',
  'when the plan changes',
  'before others have noticed',
  'even at the end of a long week',
  '(most of all with new colleagues)',
  'without being asked, and without making much of it, whether the matter is large or small',
  'in a way that leaves room for other points of view – and for second thoughts',
  'at the start of a project, when roles and/or goals are still open and nobody is quite sure who decides',
  'while keeping an eye on cost, time and the well-being of the people who will have to live with the outcome',
  'as long as the reasons are clear and the follow-up is agreed',
  'whenever communication is slow or key strengths go unused',
];

export const strengths: Phrases = {
  starts: [
    'Sees quickly what matters to a customer',
    'Brings calm to heated discussions',
    'Keeps promises, e.g. on dates',
    'Notices small faults in long documents',
    'Asks the question nobody else dares to ask',
    'Explains difficult things in plain words',
    'A self-aware and dependable colleague',
    'Turns loose ideas into a list of next steps',
    'Remembers what was said "off the record" and keeps it there',
    'Gives credit where it’s due',
    'Holds on to a decision once it is taken',
    'Finds the 20% of the work that makes 80% of the difference',
  ],
  ends: occasions,
};

export const weaknesses: Phrases = {
  starts: [
    'May overlook how others feel',
    'Can be short with people who hesitate',
    'Starts more than can be finished',
    'Tends to keep doubts private',
    'Finds it hard to hand work over',
    'May take criticism of the work as criticism of the person',
    'Sometimes waits too long for one more fact',
    'Can lose interest in routine',
    'Is seen as distant by people who do not know the background',
    'Underrates what has not been measured',
  ],
  ends: occasions,
};

export const value: Phrases = {
  starts: [
    'Keeps the team to what was agreed',
    'Makes meetings shorter',
    'Speaks up for those who are not in the room',
    'Links the team’s work with that of its neighbours',
    'Adds a long-term view',
    'Lightens the mood',
    'Checks facts before they are passed on',
    'Shares the load in busy times',
    'Welcomes newcomers',
    'Writes down what the others only talk about',
  ],
  ends: occasions,
};

export const dos: Phrases = {
  starts: [
    'Come to the point, then fill in the background',
    'Send figures a day ahead',
    'Allow time to think before you ask for an answer',
    'Be open about what you don’t know',
    'Use examples from daily work',
    'Say thank you, and say for what',
    'Agree the next step before you part',
    'Keep a light-hearted tone',
    'Ask for an opinion; then listen to it',
    'Put the main points in writing',
    'Talk face-to-face about anything delicate',
    'Show how the idea helps other people',
  ],
  ends: occasions,
};

export const donts: Phrases = {
  starts: [
    'Assume that silence means consent',
    'Interrupt, or finish the other person’s sentences',
    'Change the subject half-way through',
    'Hide behind rules and regulations',
    'Take up time with small talk about the weather',
    'Speak for everybody',
    'Ask for a decision on the spot',
    'Play down a problem that is well-known to all',
    'Leave the room before the matter is settled',
    'Promise what depends on others',
    'Repeat a point in the hope that it will sound better the second time',
    'Use jargon (or acronyms) to win an argument',
  ],
  ends: occasions,
};

export const suggestions: Phrases = {
  starts: [
    'Setting aside an hour a week for thinking ahead',
    'Asking two people for honest feedback',
    'Letting somebody else chair the meeting',
    'Saying no once a day',
    'Working alongside a colleague of a different style',
    'Writing shorter messages',
    'Celebrating what has been finished',
    'Taking part in a cross-team project',
    'Pausing before answering',
    'Learning to live with an unfinished list',
  ],
  ends: occasions,
};

/** Sentences about {name}, for paragraphs. */
export const sentences: Phrases = {
  starts: [
    '{name} likes to know why something is done before it is done',
    'In discussions {name} weighs every word',
    'Others may find {name} hard to read at first',
    '{name} is at ease with people who speak their mind',
    'Deadlines bring out the best in {name}',
    'Under pressure {name} may become over-critical of details',
    '{name} tends to believe that good work speaks for itself',
    'New surroundings are taken in quietly',
    'A clear, well-ordered desk matters to {name}',
    'What was meant as a joke isn’t always taken as one',
    '{name} can be impatient with long explanations',
    'Praise is given rarely, and is therefore remembered',
    'Rules are kept if they make sense to {name}',
    'It may not occur to {name} that others need more time',
    '{name} would rather mend a thing than replace it',
    'Ideas are tried out in conversation, so not every word is a decision',
  ],
  ends: [
    '',
    '',
    ', and says so',
    ', which can surprise colleagues who expect a quick answer',
    '; this is more often a help than a hindrance',
    ' – most of all early in the day',
    ', although few would guess it',
    ', particularly where the outcome is uncertain and much depends on it',
    ' (see also possible weaknesses)',
  ],
};

export const firstNames = [
  'Agnieszka',
  'Łukasz',
  'Jiří',
  'Šárka',
  'Zoë',
  'Jürgen',
  'Søren',
  'Anaïs',
  'José',
  'Gülşen',
  'Anne-Marie',
  'Thomas',
  'Priya',
  'Matthew',
  'Ngozi',
  'Siân',
  'James',
  'Noor',
  'Åsa',
  'Carlos',
];
export const middleNames = ['', '', '', 'Maria', 'R.', 'Lee', 'van der'];
export const lastNames = [
  'O’Neill',
  "D'Arcy",
  'Wójcik',
  'Dvořák',
  'Nuñez',
  'Mössner',
  'Sjöberg',
  'Featherstone-Hughes',
  'Yıldız',
  'Jones',
  'Haddadin',
  'Caldeira',
  'Kowalczyk',
  'Brontë',
  'Meyers',
  'Chen',
  'Ødegård',
  'Abiodun',
];
