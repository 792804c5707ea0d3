import type { RewardsConfig } from 'rewards-proxy';

/** What visitors of the example sites can claim, an action or two for each site. */
export const EXAMPLE_ACTIONS: RewardsConfig['actions'] = {
  pitstop: {
    title: 'Daily pit stop',
    description: 'Each day in a row pours more.',
    repeats: 'daily',
    points: [10, 10, 15, 15, 20, 20, 50],
    remark: 'Pit stop at Drift Circuit',
  },
  evening: {
    title: 'Save me a chair',
    description: 'Free, with soup at eight.',
    repeats: 'once',
    points: 15,
    role: { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
    remark: 'Signed up for Slow Software Evening 14',
    acceptTypedRole: true,
    capacity: 48,
    fields: {
      name: { type: 'text', label: 'Name on the badge', required: true, maxLength: 60 },
      email: { type: 'email', label: 'E-mail', required: true },
      seat: {
        type: 'select',
        label: 'Where you like to sit',
        required: true,
        options: ['Front', 'Middle', 'Near the door'],
      },
      soup: { type: 'checkbox', label: 'Vegetable soup for me' },
      consent: { type: 'checkbox', label: 'You may write to me about this evening', required: true },
    },
  },
  navigator: {
    title: 'You found the way',
    description: 'For finishing the course.',
    repeats: 'once',
    role: { id: '1172401938465029173', name: 'Keeper', color: '#d9822b' },
    remark: 'Finished “By the stars”',
    acceptTypedRole: true,
  },
  loyalty: {
    title: 'نقاط اليوم',
    description: 'خمس نقاط كل يوم تزورنا فيه.',
    repeats: 'daily',
    points: 5,
    remark: 'زيارة متجر بنّ المرفأ',
  },
  guestbook: {
    title: 'Sign my book!!!',
    description: 'One point a week. Thanks!',
    repeats: 'weekly',
    points: 1,
    remark: 'Signed the guestbook of the Lighthouse Page',
  },
};
