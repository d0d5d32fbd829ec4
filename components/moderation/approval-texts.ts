export const waitsForApproval = 'Thank you. It waits for approval.'
export const waitsForApprovalDetail =
  'Others see it once the team has looked. Until then it stands in your settings.'
