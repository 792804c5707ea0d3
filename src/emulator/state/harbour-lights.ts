import type { ServerSeed } from './seed.ts';

/** The community that an emulator begins with where none is given. Its ids exceed 2^53, as a chat platform's do. */
export const HARBOUR_LIGHTS: ServerSeed & { id: string } = {
  id: '1172394850617283945',
  name: 'Harbour Lights',
  roles: [
    { id: '1172401938465029173', name: 'Keeper', color: '#d9822b' },
    { id: '1172402716358201947', name: 'Deckhand', color: '#2f86c1' },
    { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
  ],
  members: [
    { id: '284915730264819777', name: 'Imke Sørensen', points: 340, roles: ['1172401938465029173'] },
    { id: '739204618530271847', name: 'Noor Haddad', points: 215, roles: ['1172402716358201947'] },
    { id: '1048273615902847361', name: 'Tobias Achterberg', points: 180, roles: ['1172402716358201947'] },
    { id: '516830294751038469', name: 'Wren Ashdown', points: 95, roles: [] },
    { id: '1120574839201647583', name: 'Mateo Quiroga', points: 60, roles: ['1172403582910473651'] },
    { id: '903618274509136283', name: 'Yuki Tanabe', points: 0, roles: [] },
  ],
};
