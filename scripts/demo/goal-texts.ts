// What people of the demo companies set themselves as goals, and why they nominate each other: tables of text.
import { lines, type Texts } from './tables.ts';

/** Professional goals, written `title | description` or as a title alone; what stands in braces is explained in tables.ts. */
export const professional: Texts = {
  anywhere: lines(`
    Bring {project} to a state that I can show | Not perfect. Good enough that {mate} can say what is missing.
    Write the one-page summary of {project} | For people who have five minutes: what, why, by when.
    Ask {group} what they need from {other} | Two questions each, answers written down the same day.
    Answer everything older than a week
    Hand {other} over to {mate} | Half an hour together, and notes for the rest.
    Get a date for {project} from {group}
    Read {n} pages of the old notes on {other} | Before I suggest anything new.
    Show {mate} how {project} works
    Say no to one thing, and say it early
    Clear up the folder of {other} | What nobody has opened in two years goes to the archive.
    Prepare the talk about {project} | Ten minutes, three pictures, no bullet points.
    Visit {group} for an hour and watch
    Agree with {group} on what "finished" means for {project} | In writing, with one example of each kind.
    Finish the open half of {other}
    Two hours a day without messages | From nine to eleven. {mate} does the same.
    Find out why {other} always takes longer than planned | Note start and end of each step for a week.
    Collect {n} ideas for {other} and strike out all but one
    Write down how I do {project} | So that I can be ill in peace.
    Give {mate} honest feedback on {project}
    Plan the next month of {other} | With a spare day in every week.
    Close {n} of the oldest open points | The ones I have learned to look past.
    Ask for help with {project} before Wednesday
    Go through {other} line by line with {mate}
    Make the meeting with {group} half as long | Agenda the day before, decisions at the end.`),
  Leadership: lines(`
    Talk to {n} people whom I have not met this quarter | At their place of work, not in my office.
    Decide about {project}, and say why | Options, costs, and what would change my mind.
    Draft the letter to all staff about {other}
    Leave the second half of the meeting to the department heads`),
  Engineering: lines(`
    Get the slowest {n} tests under a second | Together they are a third of the build.
    Write a test for every fault found in {project} this month
    Remove the dead code around {other} | With {mate} as second reader, in small steps.
    Try out a rollback of {project} | On the test system, clock in hand, notes for the handbook.
    Review within a day what others hand in
    Alert on {other} only when somebody must get up | Everything else goes into the morning list.`),
  Operations: lines(`
    No box of {project} leaves without the second look
    Grease and check the two oldest machines | The list hangs on the door, with room for dates.
    Save {n} square metres of felt on {project} | By turning the pattern, not by thinner bags.
    Learn the work place next to mine well enough to stand in for a day
    Mark the walkway by the loading door anew | Yellow paint is in the store; Friday after the shift.
    Count the small parts once, properly, with {mate}`),
  'Customer Care': lines(`
    First answer within four hours, every day this week | Also if it only says when the real answer comes.
    Rewrite {n} templates that sound like a machine | Read aloud to {mate} before they go in.
    Call back everyone on {other}
    Write the page that says what a repair costs | With a picture of each damage, checked by the workshop.
    Sit next to {mate} for {n} calls and only listen`),
  Marketing: lines(`
    Choose the {n} pictures for {project} | Together with {mate}, on paper, not on a screen.
    One story a week from the workshop | Who, what with, and one sentence only they could say.
    Finish the copy for {project} a day early
    Ask {n} customers why they opened the newsletter | By phone. Ten minutes each.`),
  People: lines(`
    Call each of this month's new starters once | No form. "How was your second week?"
    Cut {project} down to two pages | What nobody asks for goes.
    Prepare {n} interviews with the same questions for everyone
    Settle the dates of {project} with {group} | Before the holidays are in the way.
    Answer questions about pay within two working days`),
  Finance: lines(`
    Close the month by the fourth working day | Without an evening shift, for the first time this year.
    Explain {project} to a department without a table
    Chase the {n} oldest invoices by phone | Friendly, with the number of the order at hand.
    Let {mate} check {other} with fresh eyes
    Have every receipt of {other} in one folder`),
  Nursery: lines(`
    Pot on {n} trays of hebes before the wind turns
    Label {project} so that a stranger finds everything | Name, date and who sowed it.
    Try the coarse mix on one bench | {mate} waters the other as before, then we compare.
    Mend the shade cloth over the second bench`),
  'Garden Shop': lines(`
    Change the display at the door for {project} | Heavy things low, bright things at eye height.
    Learn the prices of {n} new shrubs by heart
    Ask every customer on Saturday what they came for | A tally on the back of the list is enough.
    Tidy up {other} with {mate} before the long weekend`),
};

/** Personal goals. */
export const personal: string[] = lines(`
  Out of the door by five on two days | Also when somebody says "just quickly".
  A walk at noon, in any weather
  Lunch away from the desk | With {mate}, if there is time.
  Cycle to work {n} times this month
  Back exercises before the first coffee | Ten minutes. The sheet hangs by the kettle.
  Speak first in one meeting
  Learn the names of everyone on the floor below
  No messages after eight in the evening | The telephone sleeps in the hall.
  Book the dentist, at last
  Read one chapter a day of something that is not about work
  Practise saying what I need instead of what is wrong | {mate} has promised to tell me when I slip.
  Ring my sister on Wednesday
  Thank one person a day, by name
  Take the stairs
  Sing in the choir again | Thursday at seven, so I leave in time.
  Drink water, not a fourth coffee
  Plan the days off before summer is gone
  Write three lines at the end of each day | What was good, what was not, what I leave for tomorrow.
  Go to bed before eleven on work days
  Ask a question when I do not follow
  Swim on Tuesday before work
  Bake the bread myself
  Keep Friday afternoon free of meetings | For thinking, tidying up, and the plants.
  Learn {n} sentences of sign language | For the new colleague in the next team.`);

/** Why somebody nominates a person; `{nominee}` is their first name. */
export const reasonsForPerson: string[] = lines(`
  When {other} was about to slip, {nominee} stayed calm and made a list. We simply followed it.
  {Nominee} explains things twice without making anyone feel slow.
  Nobody asked {nominee} to look after the new starters. It happened anyway, every day.
  {Nominee} told us early that {project} would not work, and came with something better.
  Three weeks of thankless detail on {other}, done well and without a word of complaint.
  {Nominee} is the one who still laughs on a Thursday afternoon, and the rest of us with them.
  For the honest apology to {group}. It mended more than any plan.
  {Nominee} finished {project} and then wrote down how, so that the next person needs half the time.
  {Nominee} took my shift when my child was ill, and never mentioned it again.
  Because we now get ideas from {group} instead of complaints. That is {nominee}'s work.
  {Nominee} asks the question that everyone else was afraid to ask.
  Whoever is new here sits next to {nominee} first, and that is no accident.
  For patience with {other}, and with me.
  {Nominee} noticed the mistake in {project} on a Friday evening and made sure nobody had to pay for it.`);

/** Why somebody nominates a team; `{team}` is its name. */
export const reasonsForTeam: string[] = lines(`
  {Team} turned a bad month around without blaming anyone.
  They answered every question of ours within the hour, in their own busiest week.
  {Team} let us look over their shoulders for a day. We have copied three of their habits since.
  The handover from {team} was the best I have seen: nothing missing, nothing too much.
  They told us the truth about the date, and then kept it.
  {Team} look after each other, and everybody who works with them can feel it.
  What they did for the apprentices this month deserves more than a nomination.
  When the plan broke, {team} had a second one, and a sense of humour.`);
