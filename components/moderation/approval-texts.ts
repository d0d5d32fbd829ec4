import { t } from '@/lib/words/t'

export const waitsForApproval = () => t('moderation.approvalTexts.waits')
export const waitsForApprovalDetail = () => t('moderation.approvalTexts.detail')
