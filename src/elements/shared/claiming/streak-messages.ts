/** What is said of a streak, in English. */
export const streakEnglish = { streak: 'Streak: {time}' };
