export const waitsForApproval = "Thanks. It's awaiting approval."
export const waitsForApprovalDetail = 'Until then, only you can see it.'
