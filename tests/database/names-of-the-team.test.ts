import { describe, expect } from 'vitest'
import { createMember, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { rename, signUp } from '../support/names.ts'

// No one may be named like a team member, whom another test may have named Admin.
await sql`delete from public.roles`

const member = await createMember({ name: 'Somebody' })

const kept = 'This name is reserved for the people who run this site.'

describe('a member', () => {
  testTable([
    // The team badge of emails, in every disguise.
    'Moe Mod (team)',
    '⟨Team⟩',
    'Moe Mod 【TEAM】',
    'Moe Mod · team · Feedback',
    'Moe|Team',
    'Moe, Team!',
    'Moe ✅ Team',
    'Moe (the team) Mod',
    'Team Moe',
    'Moe T.e.a.m',
    'Moe ⒯⒠⒜⒨',
    'Moe (t e a m) Mod',
    'Moe (T\u00e9am)',
    'Moe (te\u200bam)',
    'Moe (te\u2060am)',
    'Moe (te\u00adam)',
    'Moe\u3164Team',
    'Moe\u2800Team',
    'Moe (\u0442\u0435\u0430\u043c)',
    'Moe (𝐓𝐞𝐚𝐦)',
    'Moe (🆃🅴🅰🅼)',
    'Moe (t3am)',
    'Moe Team 2',
    'Moe Team™',
    'MoeTeam',
    'Signpost Admin',
    'Admin1',
    '@dmin',
    'Adm!n',
    'adm|n',
    'Аdmіnіѕtrаtоr',
    'Administrator',
    'Support',
    '5upp0rt',
    '$upport',
    'Customer Support',
    'Support Kim',
    'Kim, Moderator',
    'Mоdеrаtоr',
    'Staff',
    'Official Kim',
    'Kim - official',
    'Deleted user (left)',
    'Somebody by e-mail',
    'Somebody by email',
    'Sоmebоdy by e-mail 2',
  ])('may not use a name that passes for the team or a deleted user', async (name) => {
    expect((await rename(member, name))?.message).toContain(kept)
    expect(await signUp(name)).toBe('New member')
  })

  testTable([
    ['German', ['Kundendienst', 'Moderatorin Kim', 'Offiziell', 'Kim (Mitarbeiter)', 'Unterstützung']],
    ['French', ['Équipe', 'Kim, équipe', 'Administrateur', 'Modératrice', 'Officiel', 'Assistance']],
    ['Spanish', ['Equipo Kim', 'Soporte', 'Administrador', 'Moderadora', 'Oficial']],
    ['Portuguese', ['Equipa', 'Suporte', 'Administradora', 'Moderador', 'Equipe']],
    ['Italian', ['Squadra', 'Supporto', 'Assistenza', 'Amministratore', 'Moderatore', 'Ufficiale']],
    ['Dutch', ['Ondersteuning', 'Beheerder', 'Medewerker Kim', 'Officieel']],
    ['Polish', ['Zespół', 'Wsparcie', 'Obsługa', 'Administratorka', 'Oficjalny']],
    ['Russian', ['Команда', 'Поддержка', 'Администратор', 'Ким (админ)', 'Модератор', 'Официальный']],
    ['Arabic', ['فريق', 'كيم (الفريق)', 'الدعم', 'المشرف', 'المدير']],
    [
      'Japanese',
      ['チーム', '山田チーム', 'サポート', '管理者', '運営', 'モデレーター', 'スタッフ', '公式山田'],
    ],
    ['Chinese', ['团队', '小王团队', '管理员小王', '客服', '版主', '官方', '團隊', '管理員']],
  ])('may not do so in other languages either', async (_, names) => {
    for (const name of names)
      expect(await rename(member, name), name).toMatchObject({ message: expect.stringContaining(kept) })
  })

  testTable([
    'Adminah Smith',
    'Teamu Rossi',
    'Stéphane Téamont',
    'Steam Fan',
    'Supportive Sam',
    'Officialdom Kim',
    'Jo Staffa',
    'Moe Mod',
    'Téa M. Rossi',
    'Téa M.',
    'Ad Min',
    'Ad Min-ji',
    'J. R. R. Tolkien',
    'Kim 4',
    'Anne-Marie O’Neill',
    'Suppa Orta',
    'Ministra Torres',
    'Équipage',
    'Командин',
    'برويز مشرف',
    '김지원',
    '支倉 常長',
    '王小明',
    '高橋 一郎',
    'New member',
    'Somebody',
    'The Signpost',
    'Signe Post',
    'Designpost',
    'Kim',
  ])('may have a name that only slightly resembles it', async (name) => {
    expect(await rename(member, name)).toBeNull()
  })
})
