import type { Action } from './lexicon.ts';

/** A verb in Chinese, Japanese or Korean. `action` is absent for forms that describe a thing or negate the action. */
export interface CjkVerb {
  readonly form: string;
  readonly action?: Action;
  readonly certain: boolean;
}

/** The forms to search for in text without spaces. */
export const CJK_VERBS: readonly CjkVerb[] = [
  // Chinese, simplified and traditional.
  ...verbs(
    'read',
    true,
    '获取 查询 查看 列出 搜索 读取 检索 查找 浏览 统计 分析 獲取 查詢 檢視 搜尋 讀取 取得 检查 推荐 计算 返回 查',
  ),
  ...verbs('create', true, '创建 新建 添加 上传 插入 複製 建立 創建 上傳'),
  ...verbs('update', true, '更新 修改 编辑 覆盖 替换 重命名 移动 写入 編輯 覆蓋 重新命名'),
  ...verbs('delete', true, '删除 移除 清空 销毁 清除 抹除 卸载 撤销 刪除 銷毀 卸載 終止 删库 重置'),
  ...verbs('act', true, '发送 转账 付款 支付 发送邮件 發送 轉帳'),
  ...verbs('act', false, '执行 运行 提交 启动 停止 重启 調用 调用 新增 格式化 发布 部署 安装 發布 安裝'),
  // Japanese.
  ...verbs('read', true, '一覧 検索 参照 表示 読み取 確認 閲覧'),
  ...verbs('create', true, '作成 追加 登録 アップロード 挿入'),
  ...verbs('update', true, '変更 編集 上書き 移動 書き込'),
  ...verbs('delete', true, '削除 消去 破棄 抹消 消す アンインストール 削除する 削除します'),
  ...verbs('act', true, '送信 送金'),
  ...verbs('act', false, '実行 起動 再起動 公開 初期化 デプロイ インストール'),
  // Korean, whose verbs are nouns with endings.
  ...verbs('read', true, '조회 검색 목록 확인 읽기'),
  ...verbs('create', true, '생성 추가 업로드 등록 삽입'),
  ...verbs('update', true, '수정 변경 편집 업데이트 덮어쓰 이동'),
  ...verbs('delete', true, '삭제 제거 지우기 지웁니다 폐기 파기'),
  ...verbs('act', true, '전송 송금 이체'),
  ...verbs('act', false, '실행 시작 중지 초기화 배포 설치'),
  // Participles (deleted, changed or created things) and negated verbs.
  ...descriptions(
    `已删除 被删除 删除的 删除记录 删除状态 删除日志 已刪除 被刪除 已移除 回收站 已清除 已创建 已更新 已修改 更新时间 创建时间 更新记录 修改记录
     不会删除 不删除 不会修改 不修改 不会更改 无法删除 不能删除 请勿删除 不會刪除 不創建 不创建 不会创建
     削除済み 削除済 削除された 削除されない 削除しない 削除しません 削除せず 削除履歴 更新日 更新日時 作成日 作成日時 変更履歴 作成者 作成済み 更新されない 変更しない 変更しません 追加情報 追加の
     삭제된 삭제하지 제거된 제거하지 수정된 수정하지 생성된 변경된 변경하지 추가된 추가적 삭제일 수정일 생성일`,
  ),
];

function verbs(action: Action, certain: boolean, forms: string): readonly CjkVerb[] {
  return forms.split(/\s+/).map((form) => ({ form, action, certain }));
}

function descriptions(forms: string): readonly CjkVerb[] {
  return forms.split(/\s+/).map((form) => ({ form, certain: false }));
}
