import { describe, expect, it } from 'vitest';
import { toLatin } from './to-latin.ts';

describe('toLatin', () => {
  it.each([
    ['Cyrillic', 'dеlеtе_nоtе', 'delete_note'],
    ['Cyrillic capitals', 'DЕLЕТЕ', 'DELETE'],
    ['a Cyrillic capital that TR 39 takes for l', 'LІST', 'LIST'],
    ['Greek', 'rεmονε', 'remove'],
    ['Cherokee', 'ᎠᎬᏞᎬᎢᎬ', 'DELETE'],
    ['Armenian', 'ԁrօр', 'drop'],
    ['full-width letters', 'ｄｅｌｅｔｅ＿ｎｏｔｅ', 'delete_note'],
    ['mathematical letters', '𝐝𝓮𝖑𝚎𝕥𝗲', 'delete'],
    ['small capitals', 'ᴅᴇʟᴇᴛᴇ', 'delete'],
    ['accents', 'dèlétê', 'delete'],
    ['a stroke', 'đeleŧe', 'delete'],
    ['plain text', 'delete_note I1l0O', 'delete_note I1l0O'],
  ])('%s', (_case, text, latin) => expect(toLatin(text)).toBe(latin));
});
