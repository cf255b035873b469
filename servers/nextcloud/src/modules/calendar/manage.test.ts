import { describe, expect, it } from 'vitest';
import { connect } from '../../fixtures/connect.ts';

describe('manage_calendar', () => {
  it('creates, updates, lists and deletes calendars', async () => {
    await using nextcloud = await connect();
    const manage = (args: object) => nextcloud.call('nc_calendar_manage_calendar', { ...args });
    expect(await manage({ action: 'create', calendar_name: 'work', display_name: 'R&D <team>' })).toMatchObject({
      calendars: [{ name: 'work', display_name: 'R&D <team>', color: '#1976D2', components: ['VEVENT', 'VTODO'] }],
    });
    expect(await manage({ action: 'update', calendar_name: 'work', description: 'Käse & Wein' })).toMatchObject({
      calendars: [{ display_name: 'R&D <team>', description: 'Käse & Wein', color: '#1976D2' }],
    });
    expect(await manage({ action: 'update', calendar_name: 'work', color: '#ff0000' })).toMatchObject({
      calendars: [{ display_name: 'R&D <team>', description: 'Käse & Wein', color: '#ff0000' }],
    });
    expect(await nextcloud.call('nc_calendar_list_calendars')).toEqual({
      calendars: [
        {
          name: 'personal',
          display_name: 'Personal',
          description: '',
          color: '#00679e',
          components: ['VEVENT'],
          href: '/remote.php/dav/calendars/ada/personal/',
        },
        expect.objectContaining({ name: 'work', color: '#ff0000' }),
      ],
      total_count: 2,
    });
    expect(await manage({ action: 'delete', calendar_name: 'work' })).toMatchObject({ deleted: true });
    expect(await manage({ action: 'delete', calendar_name: 'work' })).toMatchObject({ deleted: false });
    expect(await manage({ action: 'list' })).toMatchObject({ calendars: [{ name: 'personal' }] });
  });

  it.each([
    [{ action: 'create' }, 'INVALID_ARGUMENT'],
    [{ action: 'create', calendar_name: 'personal' }, 'CONFLICT'],
    [{ action: 'create', calendar_name: 'a/b' }, 'INVALID_INPUT'],
    [{ action: 'create', calendar_name: 'x', color: 'red' }, 'INVALID_INPUT'],
    [{ action: 'update', calendar_name: 'personal' }, 'INVALID_ARGUMENT'],
    [{ action: 'update', calendar_name: 'none', color: '#000000' }, 'NOT_FOUND'],
    [{ action: 'rename', calendar_name: 'personal' }, 'INVALID_INPUT'],
  ])('refuses %j with %s', async (args, code) => {
    await using nextcloud = await connect();
    expect(await nextcloud.call('nc_calendar_manage_calendar', args)).toMatchObject({ failed: { code } });
  });
});
