-- Words that only the team may have in a name. Mails used to say "(team)" after a name, which anybody could write.

-- The words of a name, as a reader may take them, each reading with single spaces: signs part the words; signs that
-- pass for letters are those; digits are left out; and each of these again with a new word at every capital.
-- Single letters in a row are one word. Spelling and look-alikes are as in looks_of.
create function private.readings_of(name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  plain constant text := regexp_replace(
    private.bounded(name, 2000),
    '[\s\u00a0\u00a9\u00ae\u115f\u1160\u2000-\u200a\u202f\u205f\u2117\u2120\u2122\u2800\u3000\u3164\uffa0\U0001f16a-\U0001f16c]',
    '/', 'g'
  );
  seen constant text := regexp_replace(
    normalize(private.seen_of(private.cut_marks(plain)), nfkd), '[' || private.every_mark() || ']', '', 'g'
  );
  apart constant text := regexp_replace(seen collate "und-x-icu", '([[:lower:]])([[:upper:]])', '\1/\2', 'g');
  spelled text;
  reading text;
  readings text[] := '{}';
begin
  foreach spelled in array array[seen, apart] loop
    spelled := private.look_alikes(lower(private.look_alikes(spelled) collate "und-x-icu"));
    foreach reading in array array[
      translate(spelled, '|!@', '///'), spelled, regexp_replace(spelled collate "und-x-icu", '[|!@[:digit:]]', '/', 'g')
    ] loop
      reading := translate(reading, 'l01|!5$347@', 'ioiiisseata');
      reading := replace(replace(reading, 'rn', 'm'), 'vv', 'w');
      reading := btrim(regexp_replace(reading collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
      readings := readings || regexp_replace(reading, '(?<=(?:^| )[^ ]) (?=[^ ](?: |$))', '', 'g');
    end loop;
  end loop;
  return readings;
end
$$;

alter table private.reserved_names add column is_word boolean not null default false;
alter table private.reserved_names add column words text generated always as ((private.readings_of(name))[1]) stored;
comment on column private.reserved_names.is_word is
  'Nobody but the team may have it in a name as a word of its own: alone, first, last or between signs.';
comment on column private.reserved_names.words is 'How the name reads, to look for it in others.';

insert into private.reserved_names (name, is_word)
select word, true from unnest(array[
  'Deleted user', 'Somebody by e-mail', 'Somebody by email',
  'Team', 'Support', 'Helpdesk', 'Admin', 'Admins', 'Administrator', 'Administrators', 'Administration', 'Sysadmin',
  'Moderator', 'Moderators', 'Staff', 'Official',
  'Kundendienst', 'Unterstützung', 'Unterstuetzung', 'Administratorin', 'Moderatorin', 'Mitarbeiter', 'Mitarbeiterin', 'Offiziell',
  'Offizielle', 'Offizieller', 'Offizielles',
  'Équipe', 'Assistance', 'Soutien', 'Administrateur', 'Administratrice', 'Modérateur', 'Modératrice', 'Officiel',
  'Officielle',
  'Equipo', 'Soporte', 'Administrador', 'Administradora', 'Moderador', 'Moderadora', 'Oficial',
  'Equipa', 'Suporte',
  'Squadra', 'Supporto', 'Assistenza', 'Amministratore', 'Amministratrice', 'Moderatore', 'Moderatrice', 'Ufficiale',
  'Ondersteuning', 'Beheerder', 'Medewerker', 'Officieel', 'Officiële',
  'Zespół', 'Wsparcie', 'Obsługa', 'Administratorka', 'Moderatorka', 'Oficjalny', 'Oficjalna', 'Oficjalne',
  'Команда', 'Поддержка', 'Администратор', 'Администрация', 'Админ', 'Модератор', 'Сотрудник', 'Персонал',
  'Официальный', 'Официально',
  'فريق', 'الفريق', 'دعم', 'الدعم', 'المشرف', 'مدير', 'المدير', 'مسؤول', 'المسؤول', 'الإدارة', 'موظف', 'الرسمي',
  'チーム', 'サポート', '管理者', '管理人', '運営', 'モデレーター', 'スタッフ', '公式',
  '团队', '團隊', '支持', '支援', '客服', '管理员', '管理員', '版主', '工作人员', '工作人員', '官方'
]) as given (word)
on conflict (name) do update set is_word = true;

-- Whether a name passes for that of the site or of one of its admins, or has a word in it that is the team's. Chinese
-- and Japanese have no spaces between words: there it is refused where a word begins or ends with it.
create or replace function private.is_pretence(name text, bearer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (select 1 from public.roles r where r.user_id = bearer) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.roles r join public.profiles p on p.id = r.user_id where private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$$;

-- As before; but whoever bears a name that came to be reserved since may go on saving it.
create or replace function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'UPDATE' and auth.uid() is not null and new.name <> old.name
     and private.is_pretence(new.name, new.id) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  return new;
end
$$;
