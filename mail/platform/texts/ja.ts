import type { PlatformText } from '../platform-text.js'

export const ja: PlatformText = {
  verify: {
    subject: 'メールアドレスの確認',
    text: '{{ address }} がご自身のアドレスであることをご確認ください。',
    button: 'アドレスを確認する',
  },
  reset: {
    subject: 'パスワードの再設定',
    text: '{{ address }} の新しいパスワードを設定できます。',
    button: '新しいパスワードを設定する',
  },
  invite: {
    subject: '{{ project }} への招待',
    text: 'プロジェクト {{ project }} に招待されています。参加するには {{ address }} で登録またはログインしてください。',
    button: 'プロジェクトに参加する',
  },
  disabled: {
    subject: '{{ project }} は停止されました',
    text: '届かなかったメールや迷惑メールの報告が多すぎるため、プロジェクト {{ project }} はメールを送信しません。データは引き続き閲覧できます。アドレスのリストを整理してから、運営者にご連絡ください。',
    button: '比率を見る',
  },
  unpaid: {
    subject: '{{ project }} のお支払いに失敗しました',
    text: 'お支払いに失敗したため、プロジェクト {{ project }} はメールを送信しません。データは引き続き閲覧できます。未払いの請求書が支払われると、プロジェクトは自動的に再開します。',
    button: '請求書を支払う',
  },
  expires: 'このリンクは一時間以内に一度だけ使えます。',
  ignore: 'お心当たりがない場合は、何もする必要はありません。',
}
