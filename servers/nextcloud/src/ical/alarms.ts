import ICAL from 'ical.js';

export interface Reminder {
  readonly minutes: number;
  readonly by: 'display' | 'email';
}

/** The alarms of an event that go off before its start. */
export const readReminders = (event: ICAL.Component): readonly Reminder[] =>
  event.getAllSubcomponents('valarm').flatMap((alarm) => {
    const trigger = alarm.getFirstPropertyValue('trigger');
    if (!(trigger instanceof ICAL.Duration)) return [];
    const by = String(alarm.getFirstPropertyValue('action')).toUpperCase() === 'EMAIL' ? 'email' : 'display';
    return [{ minutes: Math.round(-trigger.toSeconds() / 60), by }];
  });

/** Replaces all alarms. No minutes means no alarm. */
export function setReminder(event: ICAL.Component, minutes: number, byEmail: boolean, email?: string): void {
  event.removeAllSubcomponents('valarm');
  if (minutes <= 0) return;
  const text = String(event.getFirstPropertyValue('summary') ?? '');
  for (const action of byEmail ? ['DISPLAY', 'EMAIL'] : ['DISPLAY']) {
    const alarm = new ICAL.Component('valarm');
    alarm.addPropertyWithValue('action', action);
    alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60));
    alarm.addPropertyWithValue('description', text);
    if (action === 'EMAIL') {
      alarm.addPropertyWithValue('summary', text);
      if (email !== undefined) alarm.addPropertyWithValue('attendee', `mailto:${email}`);
    }
    event.addSubcomponent(alarm);
  }
}

/** Returns the alarms that show the old title the new one; texts of other programs stay. */
export function retitleReminders(event: ICAL.Component, before: unknown): void {
  const title = event.getFirstPropertyValue('summary') ?? '';
  for (const alarm of event.getAllSubcomponents('valarm'))
    for (const name of ['description', 'summary'])
      if (alarm.getFirstPropertyValue(name) === before) alarm.updatePropertyWithValue(name, String(title));
}
