insert into private.reserved_names (name) values ('Signpost'), ('Signpost team');

-- Words reserved for the team's names, in twelve languages.
insert into private.reserved_names (name, is_word)
select name, true from unnest(array[
  'Deleted user', 'Somebody by e-mail', 'Somebody by email', 'Team', 'Support', 'Helpdesk', 'Admin', 'Admins',
  'Administrator', 'Administrators', 'Administration', 'Sysadmin', 'Moderator', 'Moderators', 'Staff',
  'Official', 'Kundendienst', 'Unterstützung', 'Unterstuetzung', 'Administratorin', 'Moderatorin', 'Mitarbeiter',
  'Mitarbeiterin', 'Offiziell', 'Offizielle', 'Offizieller', 'Offizielles', 'Équipe', 'Assistance', 'Soutien',
  'Administrateur', 'Administratrice', 'Modérateur', 'Modératrice', 'Officiel', 'Officielle', 'Equipo',
  'Soporte', 'Administrador', 'Administradora', 'Moderador', 'Moderadora', 'Oficial', 'Equipa', 'Suporte',
  'Squadra', 'Supporto', 'Assistenza', 'Amministratore', 'Amministratrice', 'Moderatore', 'Moderatrice',
  'Ufficiale', 'Ondersteuning', 'Beheerder', 'Medewerker', 'Officieel', 'Officiële', 'Zespół', 'Wsparcie',
  'Obsługa', 'Administratorka', 'Moderatorka', 'Oficjalny', 'Oficjalna', 'Oficjalne', 'Команда', 'Поддержка',
  'Администратор', 'Администрация', 'Админ', 'Модератор', 'Сотрудник', 'Персонал', 'Официальный', 'Официально',
  'فريق', 'الفريق', 'دعم', 'الدعم', 'المشرف', 'مدير', 'المدير', 'مسؤول', 'المسؤول', 'الإدارة', 'موظف', 'الرسمي',
  'チーム', 'サポート', '管理者', '管理人', '運営', 'モデレーター', 'スタッフ', '公式', '团队', '團隊', '支持', '支援', '客服', '管理员', '管理員', '版主',
  '工作人员', '工作人員', '官方'
]) name;
