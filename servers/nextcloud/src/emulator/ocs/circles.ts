/** The capabilities of the app for teams, which every Nextcloud has. */
export const CIRCLES: object = {
  version: '32.0.0',
  status: { globalScale: false },
  settings: { frontendEnabled: true, allowedCircles: 262143, allowedUserTypes: 31, membersLimit: -1 },
  circle: {
    constants: {
      flags: {
        1: 'Single',
        2: 'Personal',
        4: 'System',
        8: 'Visible',
        16: 'Open',
        32: 'Invite',
        64: 'Join request',
        128: 'Friends',
        256: 'Password protected',
        512: 'No Owner',
        1024: 'Hidden',
        2048: 'Backend',
        4096: 'Local',
        8192: 'Root',
        16384: 'Team invite',
        32768: 'Federated',
        65536: 'Mount point',
      },
      source: {
        core: {
          1: 'Nextcloud Account',
          2: 'Nextcloud Group',
          4: 'Email address',
          8: 'Contact',
          16: 'Team',
          10000: 'Nextcloud App',
        },
        extra: { 10001: 'Teams App', 10002: 'Admin Command Line' },
      },
    },
    config: { coreFlags: [1, 2, 4], systemFlags: [512, 1024, 2048] },
  },
  member: {
    constants: { level: { 1: 'Member', 4: 'Moderator', 8: 'Admin', 9: 'Owner' } },
    type: { '0': 'single', 1: 'user', 2: 'group', 4: 'mail', 8: 'contact', 16: 'circle', 10000: 'app' },
  },
  teamResourceProviders: ['files', 'deck'],
};
