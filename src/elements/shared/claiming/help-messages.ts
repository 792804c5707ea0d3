/** The steps to find one's member id, in English. */
export const helpEnglish = {
  helpMode: 'In the settings of your community app, turn on developer mode.',
  helpMenu: 'Right-click your name, or press and hold it.',
  helpCopy: 'Choose “Copy user id” and paste it here.',
};
