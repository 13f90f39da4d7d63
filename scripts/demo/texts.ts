// What people of the demo companies write in their check-ins, and what their managers answer: tables of text.
import { lines, type Texts } from './tables.ts';

/** `proud` is rich text. */
export const proud: Texts = {
  anywhere: lines(`
    Finished {project} two days early.
    I finally closed {project}, which had been on my list since last month.
    {mate} and I sorted out {project} in one sitting instead of three meetings.
    Cleared a list of small things that had been waiting since spring. Nobody will notice, but I sleep better.
    Wrote down how {project} works, from the first step to the last, for whoever does it next.
    {Mate} and I settled in ten minutes what we had been writing to each other about for two weeks.
    Spoke up in the meeting with {group}, and it changed what we decided.
    Gave {mate} credit for {other} in front of {group}, where it belonged.
    Threw out a plan for {project} that I had grown fond of. The second one is better.
    Answered {n} questions from {group} about {project} before anybody had to ask twice.
    Started {other} with the dull part for once, and the rest went quickly.
    Asked for help with {project} on Tuesday and not on Friday.
    Made a list of what we will <i>not</i> do for {project}. {Group} signed it.
    Said no to a rushed request and offered a date I could keep. It was accepted.
    I explained {project} to {group} without a single slide, and they got it.
    Took {mate} through {project} so that it no longer depends on me alone.
    Kept Wednesday afternoon free of meetings and got <b>{project}</b> done in it.
    We had {n} surprises with {project} this week and stayed calm through all of them.
    Spoke up about {other} early, before it could become a problem.
    {Group} thanked us for {project}. That does not happen every week!
    Cleaned up {other}. Nobody will notice, which is rather the point.
    I asked for help with {project} on day one instead of day four.
    Handed {project} over properly: notes, open questions, and a walk-through for {mate}.
    Got <b>{n} small things</b> off the list that had annoyed everybody.
    Helped {mate} through a difficult call with {group}.
    Left on time every day and still delivered {project}.
    The plan we made for {project} held. First time this quarter.
    I led my first review of {other}, and it was a good conversation.
    Found the mistake in {other} that we had all been stepping around.
    Together with {group} we agreed on one way to do {project}. <i>One!</i>
    My notes on {other} are now what the others use.
    I was patient. Anyone who saw {project} on Tuesday will know what I mean.
    Welcomed {group} to our corner and showed them {project}.
    Half of {project} is done and, more to the point, it is the difficult half.`),
  Leadership: lines(`
    The heads left our planning day with <b>one page</b> instead of fourteen.
    I spent a whole morning on the shop floor and came back with better questions.
    We agreed the investment for the new hall, with everybody's concerns on paper.`),
  Engineering: lines(`
    Deleted more code than I wrote, and {project} is faster for it.
    Paired with {mate} on {project}; the tests now read like a description of it.
    {Project} went live on Thursday without anybody noticing. <b>Zero</b> alerts.
    The flaky test is gone. It was a time zone, of course.
    Wrote down how {other} fails and what to do then; the on-call people liked it.`),
  Operations: lines(`
    No rework on {n} batches in a row. The new jig makes the difference.
    Set up the second machine for heavy thread myself, without calling the fitter.
    We cut the waste from waxed canvas by about a third.
    The handover between the shifts took five minutes a day this week, and nothing got lost.`),
  'Customer Care': lines(`
    Turned a furious call into a thank-you note. The strap arrives on Monday.
    We got the waiting time below a day for the <b>whole</b> week.
    Rewrote {n} of our stiffest replies so that they sound like a person.
    A customer sent a photo of her repaired bag on a mountain. Made my week.`),
  Marketing: lines(`
    The new headline came from the workshop, and it beats all of mine.
    Our open rate is up, with fewer words and one picture.
    Shot {n} products in a day with natural light only.`),
  People: lines(`
    {N} people started on Monday, and every one of them had a desk, a key and a lunch date.
    A hard conversation ended with a plan that both sides signed.
    The interview guide is in use, and the notes are suddenly comparable.`),
  Finance: lines(`
    Closed the month on day four. <b>Day four.</b>
    Found a double payment before it left the house.
    The department heads now read their own numbers and ask good questions.`),
  Nursery: lines(`
    Nine in ten cuttings took. Best bench we have had.
    Got everything under cover before the frost on Thursday night.
    Fixed the leak behind bench {n} with what we had in the shed.`),
  'Garden Shop': lines(`
    Sold out of ferns by Saturday noon and knew where to send people next.
    An older gentleman came back to show us his first tomatoes.
    The new table by the door doubled what we sell of herbs.`),
};

/** `obstacles`, plain text, of an ordinary week. */
export const obstacles: Texts = {
  anywhere: lines(`
    Too many small interruptions on Tuesday and Wednesday.
    Still waiting for {group} to answer about {project}.
    {Project} turned out bigger than it looked on paper.
    Nothing serious. A cold slowed me down for a day.
    We had two versions of {other} and I worked on the wrong one.
    My calendar: {n} meetings on one day, and {project} in the gaps between them.
    {mate} was away, and I noticed how much of {project} only {mate} knows.
    Priorities changed on Thursday; half a day of {other} went into the drawer.
    The room was booked twice and we did the meeting in the corridor.
    It is unclear who decides about {project}.
    I said yes to {other} too quickly.
    Hard to find a quiet hour, so the thinking part of {project} moved to Friday.
    Information about {other} reached us late and second-hand.
    None this week, which I mention because it is rare.
    {Group} and we mean different things by "done".
    The old list for {project} was out of date, so I checked everything twice.
    I underestimated the handover of {other}.
    A delivery was late and {project} had to wait for it.
    Getting a decision on {other} took longer than the work itself.
    Two urgent requests at once, both from {group}.
    I was slow to ask {mate}, who had the answer all along.
    The heating in our room. Gloves do not help with {project}.
    A misunderstanding with {group}; sorted out by phone in five minutes after two days of mail.
    Public transport was out on Monday and the day never recovered.`),
  Leadership: lines(`
    Three decisions were waiting for the same hour of mine.
    The landlord moved the appointment again.
    I am too far away from the detail of {project} to judge it, and said so late.`),
  Engineering: lines(`
    The test environment was down for most of Monday.
    Builds take eleven minutes; I lose the thread every time.
    A library update broke {project} in a way the tests did not see.
    Reviews pile up before the weekend. {n} were open on Friday morning.`),
  Operations: lines(`
    Machine {n} stood still for half a shift, waiting for a belt.
    The waxed canvas came in two different shades.
    We were one person short on Tuesday and Wednesday.
    The floor near the loading door is slippery when it rains.`),
  'Customer Care': lines(`
    The carrier's tracking page was wrong for {n} days, so everybody called us.
    I have to look in three places to answer one question about a repair.
    Two colleagues off at once, and the phone does not care.
    No spare buckles in brass, and no date that I can promise.`),
  Marketing: lines(`
    The printers need the files a week earlier than they used to.
    Rain on both days that we had planned for pictures.
    Feedback on the texts came from {n} people in {n} directions.`),
  People: lines(`
    A candidate we all wanted said no, because of the commute.
    The form for the vocational school changed in the middle of the month.
    Some leads cancel their conversations again and again.`),
  Finance: lines(`
    {N} invoices without an order number.
    The bank's file format changed without notice.
    Receipts from the trip arrived as photographs of crumpled paper.`),
  Nursery: lines(`
    Aphids in the second glasshouse.
    The delivery of pots was short by {n} trays.
    Wind took the shade cloth off on Sunday night.`),
  'Garden Shop': lines(`
    The card machine dropped out during the Saturday rush.
    A pallet of compost arrived with split bags.
    We ran out of labels and wrote {n} dozen by hand.`),
};

/** `obstacles` of a week that was hard on the writer. */
export const obstaclesHard: string[] = lines(`
  I am not sleeping well, and by Thursday I had nothing left.
  Too much at once. I started everything and finished nothing.
  Things at home need me, and work does not get smaller meanwhile.
  I worked on two evenings to keep {project} afloat. That is not a solution.
  It was hard to concentrate. Even {other} took me twice as long as usual.
  I feel stretched between {project} and {other} and do justice to neither.
  Tired. I cancelled {n} things I normally look forward to.
  I was short with {mate} on Wednesday and am sorry for it.
  A week of putting out fires. No hour of it was planned.
  The tone with {group} was rough, and I took it home with me.
  I skipped most of my breaks and paid for it with headaches.
  I keep thinking about work at night, {project} above all.`);

/** `learned`, plain text. */
export const learned: Texts = {
  anywhere: lines(`
    Ask {group} first. They usually know already.
    A drawing on paper settles in a minute what a mail does not in a day.
    I work best on {project} before ten in the morning.
    Two short conversations beat one long meeting.
    {mate} showed me a much simpler way to do {other}.
    If I write down the question, I often find the answer while doing it.
    Small steps. Every big step in {project} had to be taken back.
    It is fine to say "I do not know yet".
    A checklist is not an insult.
    How {group} see {project}: quite differently from us.
    Saying early that something will be late costs much less than saying it late.
    The first idea for {other} was the right one. We needed the detour to trust it.
    I had never used {other} from the other side. Very instructive.
    Take the break before you need it.
    To measure before I complain. It was {n} minutes, not an hour.
    How much calmer a week is with {project} finished by Wednesday.
    Written agreements with {group} save friendships.
    There is always one more person to tell about {project}.
    A new short cut for {other}, from {mate}.
    When everybody nods quickly, ask again.
    To keep one slot a day for what nobody planned.
    Reading the old notes on {project} would have saved me a day.
    Good enough on Thursday is better than perfect on Monday.
    How to give feedback that is about {other} and not about the person.`),
  Leadership: lines(`
    People forgive a wrong decision faster than a missing one.
    The best question of the week came from an apprentice.
    Our numbers describe {project}; they do not explain it.`),
  Engineering: lines(`
    An index helps only when the query really asks for it. Look at the plan.
    Name a thing well and half of the comments become unnecessary.
    Time zones. Again.
    How the warehouse really prints labels. Our model of it was wrong.`),
  Operations: lines(`
    Waxed canvas wants a longer stitch when it is cold in the hall.
    How to set the knife for felt without fraying the edge.
    Sorting the offcuts by colour first saves a walk for every bag.
    A minute of looking after the machine saves an hour of waiting for it.`),
  'Customer Care': lines(`
    Repeat the question in your own words before you answer it.
    Most calls about returns are really about dates.
    How a zip slider is replaced. I watched the workshop do it.
    An apology works once. After that only a date does.`),
  Marketing: lines(`
    Nobody scrolls past the second picture.
    A text gets better when {mate} reads it aloud.
    Paper weight matters more for the catalogue than I thought.`),
  People: lines(`
    The first question in an interview sets the tone for all the others.
    New starters remember lunch, not the handbook.
    A rule that needs three exceptions is not a rule.`),
  Finance: lines(`
    Departments plan better when they see last year next to this year.
    One colour in a table is emphasis, four are decoration.
    Why the stock count differs by a few pieces every spring. It is the samples.`),
  Nursery: lines(`
    Water in the morning, look in the evening.
    The coarse mix drains better, but the young ferns hate it.
    How to graft, more or less. {mate} has the hands for it.`),
  'Garden Shop': lines(`
    People buy what they can touch.
    Put the price where the hand goes, not where the eye goes.
    Which of our shrubs stand the salt wind. I had been guessing.`),
};

/** `important`, plain text: what matters next, or what the manager should know. */
export const important: Texts = {
  anywhere: lines(`
    Next week: finish {project}, and nothing else before Wednesday.
    I need a decision on {other} by Tuesday.
    Could we talk about {project} for a quarter of an hour?
    I am off on Friday; {mate} knows about {project}.
    {mate} did a lot for {project} this week. Please say so in the round.
    I would like to learn more about {other}.
    Please do not plan me in for {other} before {project} is through.
    Our meeting with {group} should be half as long.
    All well. A quiet, good week.
    I would like to take over {project} completely, if you agree.
    Somebody should own {other}. I could.
    The date for {project} is tight but possible.
    Keep an eye on {other}: it is quiet, and I do not trust the quiet.
    Looking forward to starting {project} with {mate}.
    I would like to work from home on Thursdays while {project} lasts.
    We should celebrate {project}. Cake would do.
    A course on giving feedback would help me. Is there a budget for it?
    {Group} will need {n} days from us soon, and I want to plan them now.
    I have an idea about {other} and would like to try it small.
    Thank you for taking {other} off my desk.
    Next week is short for me: dentist, then the school play.
    Please check my draft of {project} before it goes to {group}.
    I can help out with {other} next week if somebody needs a hand.
    Nothing urgent. I would rather use our talk for the longer view.`),
  Leadership: lines(`
    I want every head to bring one thing we should stop doing.
    The announcement about the hall must come from us, and before the newspaper.
    Two evenings are blocked for {group}; the days around them stay free.`),
  Engineering: lines(`
    We should pay back some debt in {project} before the busy season.
    I am on call next week and will plan less.
    Please no release on Friday. The warehouse counts its stock.
    {Other} needs a second pair of eyes on its security.`),
  Operations: lines(`
    We need brass buckles by the middle of next week, or the line stops.
    Please ask about the belt for machine {n} again.
    The apprentices are ready for the heavy machine, with somebody next to them.
    Can we get mats for the standing tables?`),
  'Customer Care': lines(`
    The catalogue goes out next week: expect {n} times the calls on the first day.
    We need one page that says what a repair costs.
    I would like to sit in the workshop for half a day.
    If the carrier is late again, we should write to people before they write to us.`),
  Marketing: lines(`
    Copy closes on Wednesday at noon. Really.
    We need two people from the workshop for an hour of pictures.
    The fair wants our list of names by Friday.`),
  People: lines(`
    Reviews start soon; leads should book rooms now.
    I need {n} volunteers for the interview training.
    Please mention the first-aid course in your rounds.`),
  Finance: lines(`
    Orders for this month must be in by the 25th.
    The auditors come for {n} days; please answer them quickly.
    I will be slow to answer on the first two working days.`),
  Nursery: lines(`
    The native trees leave on Tuesday. All hands for two hours, please.
    Frost is forecast. I will come in early on the cold days.
    We are low on small pots.`),
  'Garden Shop': lines(`
    The long weekend needs one more person at the till.
    Please send me the list of what is in flower by Thursday.
    I would like to run the advice evening again.`),
};

/** `important` of a week that was hard on the writer. */
export const importantHard: string[] = lines(`
  I need something taken off my plate. Can we look at it together on Monday?
  Please move {other} to somebody else for two weeks.
  I would like a proper talk, not between two meetings.
  I will take two days off, as soon as {project} allows.
  I am telling you now, before it becomes bigger: it is too much at the moment.
  It would help me if {mate} and I could share {project}.
  Shorter days next week, if that is possible.
  Please do not read this as a complaint about the team. The team is what keeps me going.
  I would rather not take on {other} right now.
  What I need is a week without surprises.`);

/** A manager's answer to an ordinary week; rich text. */
export const responses: string[] = lines(`
  Thank you. The part about {project} was new to me, and I am glad you wrote it down.
  Great week! Please show {project} to the others in our round.
  I will get you an answer on {other} by Tuesday.
  Well done. What would make {project} easier next time?
  Thanks, {writer}. I have spoken with {group}, and they will call you.
  Good that you said it. Let us take a quarter of an hour on Monday.
  I like how you handled {group}. Keep that.
  Agreed: {project} first, {other} can wait.
  I noticed how you supported {mate}. Thank you for that.
  Yes to your idea. Start small, and tell me what you need.
  <p>Thank you for the honest words.</p><p>On {other}: I will find out who decides and come back to you.</p>
  Please leave {other} to me for now.
  That is a real step forward from a month ago. I hope you see it too.
  I had not seen the part about {other}. I shall raise it with {group}.
  Enjoy the weekend, {writer}. You have earned it.
  Two things: <ul><li>{project}: go ahead as you propose.</li><li>{other}: let us wait a week.</li></ul>
  Thanks. Could you write half a page about {project} for {mate}?
  I smiled at the last line. And yes, you are right.
  We shall talk about the course; I think there is money left for it.
  The delay is not your fault, and I have said so.
  Good call to ask early. I would always rather know.
  Strong work on <b>{project}</b>. {Group} told me the same.
  Let us drop the Tuesday meeting and see if anybody misses it.
  I would like you to present {project} yourself. Tell me if that feels too early.
  Noted, and thank you. I have no questions this week.
  Please take that day off. {mate} and I can look after {other}.
  I read your notes twice. Very clear.
  Let us make {other} yours, from next month on.
  I am sorry about the mix-up on Thursday, that one was mine.
  How did {group} take it? Tell me when we meet.
  That sounds like you have found your rhythm.
  Thanks, {writer}. I would like to hear more about what you learned.`);

/** A manager's answer to a week that was hard on the writer; rich text. */
export const responsesHard: string[] = lines(`
  Thank you for telling me, {writer}. I have put half an hour in for us on Monday, without an agenda.
  That is too much, I agree. {Other} goes to {mate}, and {project} can be late.
  I am sorry this week was so hard. Please leave early today, I mean it.
  <p>I hear you.</p><p>No new topics for you next week; I shall tell {group} myself.</p>
  Please take the two days. Nothing about {project} is worth your sleep.
  Would it help if I came along to the next talk with {group}?
  Let us go through your list together and strike out half of it.
  You do not have to carry this alone. When is a good moment to call?
  I value that you say it this openly. We shall find something that works for you.
  Your health comes first. I mean that without a "but".`);
