/** The English text of a streak. */
export const streakEnglish = { streak: 'Streak: {time}' };
