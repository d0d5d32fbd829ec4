-- As before; but a moderator finds an account by its whole address as well, without being told of any. Whom the team knows by
-- an address alone is not among the people: their votes stand where they were given. Those who have confirmed their address
-- can be asked for alone.
do $$
declare
  was constant text := pg_get_functiondef('public.admin_people(text,text,text,integer)'::regprocedure);
begin
  execute replace(
    replace(
      replace(was, $old$('team', 'blocked', 'new')$old$, $new$('team', 'blocked', 'new', 'confirmed')$new$),
      '          else true',
      $new$          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
          else true$new$
    ),
    'or sees_addresses and exists (
          select from auth.users a where a.id = o.id and strpos(lower(a.email), looked_for) > 0
        ))',
    'or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and not exists (select from private.voter_addresses k where k.person_id = o.id)'
  );
end
$$;
