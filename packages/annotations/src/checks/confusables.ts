/** Letters of other scripts that look like those of ours, small and capital, as pairs. */
const LOOKALIKES =
  'аaвbеeкkмmнhоoрpсcтtуyхxіiїiјjѕsһhԁdԛqԝwӏlүyҽeԍgАAВBЕEКKМMНHОOРPСCТTУYХXІIЇIЈJЅSҺHԚQԜWӀIҮYԌG' +
  'αaβbεeιiκkνvοoρpτtυuχxγyωwηnΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX' +
  'օoոnսuհhցgզqքpԼLՕOՍUႽSᎪAᏴBᏟCᎠDᎬEᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ' +
  'ɡgıiɩiɑaʟlʏyꜱsɢgɪiɴnʀrᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢzǃlƽsƄbꓐBꓚCꓓDꓔT';

const LATIN: ReadonlyMap<string, string> = new Map(
  Array.from(LOOKALIKES.matchAll(/(.)(.)/gu), ([, other = '', ours = '']) => [other, ours] as const),
);

/** A text with every letter that only looks Latin replaced by the one it looks like, and without accents. */
export function toLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\P{ASCII}/gu, (char) => LATIN.get(char) ?? char);
}
