import { translateTo } from '../lang/lang.ts';
import { type CommandContext, EXIT } from './command.ts';
import { openAccount } from './open-account.ts';

/** `toolmark-cloudbase logout`: ends the stored login here and at Tencent. */
export async function logout(context: CommandContext): Promise<number> {
  const { options, signal, complain, say } = context;
  const t = translateTo(options.language);
  if (options.isEmulator) {
    complain(t('The emulator needs no login; leave out --emulator.', '模拟器无需登录，请去掉 --emulator。'));
    return EXIT.couldNotRun;
  }
  const { session } = openAccount(context);
  const { wasSignedIn, endedAtTencent } = await session.logout(signal);
  if (!wasSignedIn) say(t('You were not signed in.', '尚未登录。'));
  else if (endedAtTencent) say(t('Signed out.', '已退出登录。'));
  else
    say(
      t(
        'Signed out on this machine. Tencent could not be told; the keys end by themselves within two hours.',
        '已在本机退出登录，但未能通知腾讯云；临时密钥将在两小时内自动失效。',
      ),
    );
  if ((await session.source()) === 'environment')
    complain(
      t(
        'Keys of the environment variables TENCENTCLOUD_SECRETID and TENCENTCLOUD_SECRETKEY are still in use.',
        '环境变量 TENCENTCLOUD_SECRETID 和 TENCENTCLOUD_SECRETKEY 中的密钥仍然有效。',
      ),
    );
  return EXIT.good;
}
