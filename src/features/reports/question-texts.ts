// What the report of a question says, in each language.

export const en = {
  title: 'A question',
  description: 'how many people answered a question, and what, by week and department',
  columns: { answered: 'Answered', mean: 'Mean', score: 'Score' },
  answer: (place: number): string => `Answer ${place}`,
  yes: 'Yes',
  no: 'No',
  says: (question: string): string => `who are asked “${question}” answered in the last of these weeks.`,
  few: (minimum: string): string =>
    ` What was answered is shown from ${minimum} answers on, unless all or all but one of them are the same.`,
  emptyMessage:
    'The question was not asked in the weeks up to this one, or nobody was active. Name a later week to see its first answers.',
  about: (week: string): string => `What was answered in the ${week}.`,
  method:
    'Everyone in sight whom the question is asked today is expected to answer, in their current department, from the week in which they ' +
    'start, but for the weeks in which they had no working day, or need not check in, and did not answer. Whoever answered counts in that week, in the ' +
    'department in which they wrote, also if they have moved or left, or are no longer asked. An answer counts once its author has ' +
    'submitted the summary of the week. What was answered in a week is not shown any more after somebody who answered has been erased. ' +
    'Answers to one wording count, in the weeks in which it was asked or answered, also if its options were in another order or it had fewer or ' +
    'more languages: other words are another question. ' +
    'The score of a scale from 0 to 10 is the share of 9 and 10 less the share of 0 to 6, in percent. ' +
    'Where several options can be chosen, each of them counts. Weeks in which it was neither asked nor answered are left out. Texts are only counted. The figures of a department of ' +
    'fewer people than the minimum group are withheld, and what was answered in a week in which fewer have answered, or all or ' +
    'all but one have given the same answer: everybody would know theirs. With them the smallest others are withheld, until ' +
    'without any one of these the rest are as many together, and have not answered alike. What everyone answered is withheld ' +
    'by the same rule.',
};

export const de: typeof en = {
  title: 'Eine Frage',
  description: 'wie viele Personen eine Frage beantwortet haben, und wie, nach Woche und Abteilung',
  columns: { answered: 'Geantwortet', mean: 'Mittel', score: 'Punktzahl' },
  answer: (place) => `Antwort ${place}`,
  yes: 'Ja',
  no: 'Nein',
  says: (question) => `derer, die „${question}“ gefragt werden, haben in der letzten dieser Wochen geantwortet.`,
  few: (minimum) =>
    ` Was geantwortet wurde, wird ab ${minimum} Antworten gezeigt, außer wenn alle oder alle bis auf eine gleich sind.`,
  emptyMessage:
    'Die Frage wurde in den Wochen bis zu dieser nicht gestellt, oder niemand war aktiv. Eine spätere Woche zeigt die ersten Antworten.',
  about: (week) => `Was in der ${week} geantwortet wurde.`,
  method:
    'Eine Antwort wird von allen in Sicht erwartet, denen die Frage heute gestellt wird, in ihrer heutigen Abteilung und ab der Woche, in der sie ' +
    'anfangen. Ausgenommen sind Wochen, in denen sie keinen Arbeitstag hatten oder nichts abgeben müssen, und auch nicht geantwortet haben. Wer ' +
    'geantwortet hat, zählt in dieser Woche in der Abteilung, in der die Antwort geschrieben wurde, auch wer seither versetzt wurde, nicht mehr ' +
    'da ist oder nicht mehr gefragt wird. Eine Antwort zählt, sobald die Woche abgegeben ist, zu der sie gehört. Was in einer Woche geantwortet ' +
    'wurde, wird nicht mehr gezeigt, nachdem die Daten einer Person gelöscht wurden, die geantwortet hat. Es zählen die Antworten auf einen ' +
    'Wortlaut, in den Wochen, in denen er gefragt oder beantwortet wurde, auch wenn seine Antworten anders geordnet waren oder er weniger oder ' +
    'mehr Sprachen hatte: Andere Worte sind eine andere Frage. Die Punktzahl einer Skala von 0 bis 10 ist der Anteil von 9 und 10 in Prozent, ' +
    'abzüglich des Anteils von 0 bis 6. Wo mehrere Antworten gewählt werden können, zählt jede. Wochen, in denen weder gefragt noch geantwortet ' +
    'wurde, fehlen. Texte werden nur gezählt. Zahlen einer Abteilung mit weniger Personen, als die kleinste Gruppe verlangt, werden nicht ' +
    'gezeigt. Ebenso wenig wird gezeigt, was in einer Woche geantwortet wurde, in der weniger geantwortet oder alle oder alle bis auf eine Person ' +
    'dasselbe geantwortet haben: Sonst wüssten alle, was wer geantwortet hat. Mit ihnen werden die nächstkleineren Abteilungen nicht gezeigt, bis ' +
    'die übrigen auch ohne jede einzelne von ihnen zusammen so viele sind und nicht alle gleich geantwortet haben. Für die Antworten von allen ' +
    'gilt dieselbe Regel.',
};
